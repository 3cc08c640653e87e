import { call } from "./api.js";
import { element } from "./dom.js";

/** A form for an API key; the key becomes a cookie that script cannot read. Calls `onSignedIn` with the session's facts. */
export function signInForm({ title, text, onSignedIn }) {
  const input = element("input", {
    type: "password",
    name: "key",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "dk_…",
    "aria-describedby": "sign-in-error",
  });
  const error = element("p", { class: "error", id: "sign-in-error", role: "alert" });
  const submit = element("button", { class: "primary" }, "Sign in");
  const form = element(
    "form",
    {
      class: "card sign-in",
      onSubmit: async (event) => {
        event.preventDefault();
        submit.disabled = true;
        error.textContent = "";
        try {
          onSignedIn(await call("POST", "/v1/console/sign-in", { key: input.value.trim() }));
        } catch (problem) {
          error.textContent = problem.status === 401 ? "This key is not valid, or it was revoked." : problem.message;
          input.select();
        } finally {
          submit.disabled = false;
        }
      },
    },
    element("h1", {}, title),
    element("p", { class: "muted" }, text),
    element("label", {}, "API key", input),
    error,
    submit,
  );
  queueMicrotask(() => input.focus());
  return form;
}
