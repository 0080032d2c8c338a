import { CircleAlert, CircleCheck } from "lucide-react";
import type { ApplicationFinding } from "./application.model.ts";

/** What the rules find, each with its place and where it is written. */
export function Findings({ items }: { items: readonly ApplicationFinding[] }) {
  if (items.length === 0)
    return (
      <p className="flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="text-success" />
        The rules find nothing.
      </p>
    );
  return (
    <ul className="stack">
      {items.map((one) => (
        <li key={one.part + one.path + one.message} className="flex items-start gap-2">
          <CircleAlert
            aria-hidden="true"
            className={one.stops ? "shrink-0 text-danger" : "shrink-0 text-warning"}
          />
          <span>
            <b>
              {one.part}, {one.place}:
            </b>{" "}
            {one.message} <span className="text-t3">{one.source}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
