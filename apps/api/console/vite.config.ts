import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Two pages: the console, and the view of one desktop that a link opens. URLs are relative, so that the same files work below any
 * path; the API puts in where the root is (src/http/console-pages.ts).
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ["source", "module", "browser", "import"] },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // A data URL in a style sheet is one more kind of source that the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "view.html"].map((page) => `${import.meta.dirname}/${page}`) },
  },
});
