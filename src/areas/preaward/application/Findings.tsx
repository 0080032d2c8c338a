import { CircleAlert, CircleCheck } from "lucide-react";
import type { ApplicationFinding, Unchecked } from "./application.model.ts";

type Of = {
  items: readonly ApplicationFinding[];
  /** What the rules looked at: nothing found says nothing of anything else. */
  looked: string;
  unchecked?: readonly Unchecked[];
};

/** What no rule looks at: a page that finds nothing must not be read as praise. */
function NotChecked({ items }: { items: readonly Unchecked[] }) {
  return (
    <section className="stack" aria-label="Not checked">
      <h3>Not checked</h3>
      <ul className="stack text-t2">
        {items.map(({ what, why }) => (
          <li key={what}>
            <b>{what}.</b> {why}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Found({ items }: { items: readonly ApplicationFinding[] }) {
  return (
    <ul className="stack">
      {items.map((one) => (
        <li key={one.part + one.path + one.message} className="flex items-start gap-2">
          <CircleAlert
            aria-hidden="true"
            className={one.stops ? "shrink-0 text-danger" : "shrink-0 text-warning"}
          />
          <span>
            <b>{[one.part, one.place].filter(Boolean).join(", ")}:</b> {one.message}{" "}
            <span className="text-t3">{one.source}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the rules find, each with its place and where it is written, and what they did not look at. */
export function Findings({ items, looked, unchecked = [] }: Of) {
  return (
    <div className="stack">
      {items.length === 0 ? (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
          <span>Nothing found. Looked at: {looked}.</span>
        </p>
      ) : (
        <Found items={items} />
      )}
      {unchecked.length > 0 && <NotChecked items={unchecked} />}
    </div>
  );
}
