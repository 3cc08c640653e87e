import icon from "../icon.svg";

export function Brand() {
  return (
    <span className="brand">
      <img src={icon} alt="" width="20" height="20" />
      <span>Deskfleet</span>
    </span>
  );
}
