import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { ViewApp } from "./desktop/view-app.tsx";
import { applyTheme, readTheme } from "./shell/theme.ts";

applyTheme(readTheme());
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(<ViewApp />);
