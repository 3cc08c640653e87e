export function PoliciesPage(_: { tab: string }) {
  return null;
}
