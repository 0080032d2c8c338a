import type { ReactNode } from "react";

/** A page with one form: what it is for on the left, the form on the right. */
export function AskPage({
  title,
  lead,
  children,
  form,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
  form: ReactNode;
}) {
  return (
    <div className="ask">
      <div>
        <h1>{title}</h1>
        <p>{lead}</p>
        {children}
      </div>
      <div className="panel">{form}</div>
    </div>
  );
}
