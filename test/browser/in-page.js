/** Functions that run inside the page; browser.ts puts them there through the debugger, which no policy of the page concerns. */
window.inPage = {
  /** Rules of WCAG 2.2 AA that the page breaks, each with its elements. Needs axe. */
  async accessibilityFaults() {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await window.axe.run({ runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
  },

  /** Scrolls the table to this share of its height, and waits until that is drawn. */
  async scrollTable(share) {
    const scroller = document.querySelector(".table-scroll");
    scroller.scrollTop = scroller.scrollHeight * share;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  },

  /** Share of sampled pixels in which the live view differs from an image (a data URL) of the same size. */
  async differenceFrom(source) {
    const canvas = document.querySelector("#screen canvas");
    const image = new Image();
    image.src = source;
    await image.decode();
    const pixels = (drawable) => {
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      context.drawImage(drawable, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const [shown, captured] = [pixels(canvas), pixels(image)];
    let different = 0;
    let sampled = 0;
    for (let at = 0; at < shown.length; at += 4 * 97) {
      sampled += 1;
      if (Math.abs(shown[at] - captured[at]) + Math.abs(shown[at + 1] - captured[at + 1]) > 24) different += 1;
    }
    return different / sampled;
  },

  /** Puts the video into the page, and waits until the browser knows what it is. */
  async loadVideo(source) {
    document.body.replaceChildren();
    const video = document.createElement("video");
    video.muted = true;
    video.preload = "metadata";
    document.body.append(video);
    await new Promise((done, failed) => {
      video.addEventListener("loadedmetadata", done, { once: true });
      video.addEventListener("error", () => failed(new Error(video.error.message)), { once: true });
      video.src = source;
    });
    const { duration, videoWidth, videoHeight, seekable } = video;
    return { duration, videoWidth, videoHeight, seekableTo: seekable.end(0) };
  },

  /** What the page's video shows at a time, in seconds: a pixel on the right of it, half way down. */
  async videoColourAt(seconds) {
    const { data, width, height } = await videoPixelsAt(seconds);
    const [r, g, b] = data.subarray(4 * (Math.floor(height / 2) * width + width - 40));
    return { r, g, b };
  },

  /** How far the page's video at a time is from an image of the same size, 0 to 255, on average: edges of colours are drawn a little differently. */
  async videoDifferenceFrom({ seconds, source }) {
    const shown = await videoPixelsAt(seconds);
    const image = new Image();
    image.src = source;
    await image.decode();
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    if (data.length !== shown.data.length) return 255;
    return data.reduce((sum, value, at) => sum + Math.abs(value - shown.data[at]), 0) / data.length;
  },

  /** An RFB client without any restraint: greets, asks for no security, and sends the text as key events. */
  async sendKeysRaw({ path, text }) {
    const socket = new WebSocket(location.origin.replace("http", "ws") + path, ["binary"]);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const say = async (bytes) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.send(new Uint8Array(bytes));
    };
    await say([...new TextEncoder().encode("RFB 003.008\n")]);
    await say([1]);
    await say([1]);
    const keys = [...text].flatMap((character) => {
      const keysym = character === "\n" ? 0xff0d : character.charCodeAt(0);
      return [1, 0].flatMap((isDown) => [4, isDown, 0, 0, 0, 0, keysym >> 8, keysym & 255]);
    });
    await say(keys);
    await say([]);
    socket.close();
  },
};

/** Of the page's video, once it shows what belongs to the time, in seconds. */
async function videoPixelsAt(seconds) {
  const video = document.querySelector("video");
  await new Promise((done, failed) => {
    video.addEventListener("seeked", done, { once: true });
    video.addEventListener("error", () => failed(new Error(video.error.message)), { once: true });
    video.currentTime = seconds;
  });
  const context = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext("2d");
  context.drawImage(video, 0, 0);
  return context.getImageData(0, 0, video.videoWidth, video.videoHeight);
}
