import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from "react";

interface Labelled {
  readonly label: string;
  readonly hint?: string;
}

export function TextField({ label, hint, className = "", ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="field">
      <span>{label}</span>
      <input className={`input ${className}`} {...rest} />
      {hint !== undefined && <small className="muted">{hint}</small>}
    </label>
  );
}

interface SelectFieldProps extends Labelled, SelectHTMLAttributes<HTMLSelectElement> {
  readonly children: ReactNode;
}
export function SelectField({ label, hint, children, ...rest }: SelectFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="input" {...rest}>
        {children}
      </select>
      {hint !== undefined && <small className="muted">{hint}</small>}
    </label>
  );
}
