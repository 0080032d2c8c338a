import { ShieldAlert } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import type { BankChangeRow } from "./bank.model.ts";

/** Two vendors with one account are a usual sign of fraud: whoever calls back must see it. */
export function SharedAccount({ others }: { others: BankChangeRow["sharedWith"] }) {
  if (others.length === 0) return null;
  return (
    <div className="notice tone-warning" role="status">
      <ShieldAlert aria-hidden="true" />
      <div>
        <strong>Another vendor has the same account</strong>
        <p>
          {others.map((o, at) => (
            <span key={o.id}>
              {at > 0 && ", "}
              <Link to={pathTo("vendor", { id: o.id })}>
                {o.number} {o.name}
              </Link>
            </span>
          ))}
          . Find out why before money goes there.
        </p>
      </div>
    </div>
  );
}
