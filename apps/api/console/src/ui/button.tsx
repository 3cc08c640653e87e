import type { ComponentProps } from "react";

type Kind = "plain" | "primary" | "danger" | "quiet";
interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: Kind;
  readonly size?: "normal" | "small";
}

export function Button({ kind = "plain", size = "normal", type = "button", className = "", ...rest }: ButtonProps) {
  return <button type={type} className={`button ${kind} ${size} ${className}`} {...rest} />;
}
