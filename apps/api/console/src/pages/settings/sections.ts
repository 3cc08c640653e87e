import type { Role } from "@deskfleet/contracts";

interface SettingsSection {
  readonly name: string;
  readonly label: string;
  /** Below it there is nothing to see. */
  readonly role: Role;
}

/** The parts of the settings, each with its address below `/settings/`. */
export const SETTINGS: readonly SettingsSection[] = [
  { name: "keys", label: "Keys and roles", role: "admin" },
  { name: "webhooks", label: "Webhooks", role: "admin" },
  { name: "workflows", label: "Workflows", role: "viewer" },
  { name: "consents", label: "Consents", role: "viewer" },
  { name: "projects", label: "Projects", role: "viewer" },
  { name: "images", label: "Images", role: "viewer" },
  { name: "workers", label: "Workers", role: "viewer" },
];
