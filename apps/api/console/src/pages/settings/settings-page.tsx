export function SettingsPage(_: { section: string; id: string | null }) {
  return null;
}
