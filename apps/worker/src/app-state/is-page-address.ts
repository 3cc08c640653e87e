/** Chromium draws parts of its own window, such as suggestions, as documents. */
const OF_THE_BROWSER = /^chrome:\/\/[^/]+\.top-chrome\//;

/** Whether a document with this address is a page that somebody looks at. */
export const isPageAddress = (url: string): boolean => url !== "" && !OF_THE_BROWSER.test(url);
