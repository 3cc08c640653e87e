import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { keepTheme, readTheme, THEMES, type Theme } from "./theme.ts";

const ICONS = { system: "system", light: "sun", dark: "moon" } as const;

const nextTheme = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const change = () => {
    const next = nextTheme(theme);
    keepTheme(next);
    setTheme(next);
  };
  return (
    <Button kind="quiet" title={`Theme: ${theme}`} aria-label={`Theme: ${theme}. Change it`} onClick={change}>
      <Icon name={ICONS[theme]} />
    </Button>
  );
}
