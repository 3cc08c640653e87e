/* global SwaggerUIBundle */
// Swagger UI has a dark theme and asks nobody; it follows the system here, as the console does.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // Without this the page would ask a server outside whether the document is valid.
  validatorUrl: null,
});
