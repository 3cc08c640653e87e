/** A problem+json answer, or a network failure (`status` 0). */
export class Problem extends Error {
  constructor({ status, code, detail }) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** Calls the API with the page's cookie. @throws Problem */
export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem({ status: 0, code: "network", detail: "The API does not answer" });
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/problem+json"))
    throw new Problem({ status: response.status, code: "internal", detail: `The API answered ${response.status}` });
  throw new Problem(await response.json());
}
