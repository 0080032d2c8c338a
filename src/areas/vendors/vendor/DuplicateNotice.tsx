import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { ApiProblem } from "#web/kit/api.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { vendorStatuses } from "./vendor.labels.ts";
import type { Duplicate } from "./vendor.model.ts";

/** The likely duplicates that a refusal names, or none. */
export const duplicatesIn = (error: unknown): Duplicate[] =>
  error instanceof ApiProblem &&
  error.code === "possible_duplicates" &&
  Array.isArray(error.extra.duplicates)
    ? (error.extra.duplicates as Duplicate[])
    : [];

/**
 * Vendors that look the same, with the reasons; saving goes on once the person says that they are
 * other firms.
 */
export function DuplicateNotice({
  found,
  confirmed,
  onConfirm,
}: {
  found: readonly Duplicate[];
  confirmed: boolean;
  onConfirm: (yes: boolean) => void;
}) {
  if (found.length === 0) return null;
  return (
    <div className="notice tone-warning" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div className="grid gap-3">
        <strong>This vendor may exist already</strong>
        <ul className="grid gap-2">
          {found.map((one) => (
            <li key={one.id} className="text-14">
              <Link to={`/vendor-directory/${one.id}`} target="_blank" className="font-medium">
                {one.number} {one.name}
              </Link>{" "}
              <StatusBadge statuses={vendorStatuses} status={one.status} />
              <p>
                {one.reasons.join(", ")}
                {one.city ? ` · ${one.city}, ${one.state ?? ""}` : ""}
              </p>
            </li>
          ))}
        </ul>
        <label className="check">
          <input
            type="checkbox"
            checked={confirmed}
            onChange={(event) => onConfirm(event.target.checked)}
          />
          <span>
            I looked at{" "}
            {found.length === 1 ? "it: this is another firm" : "them: this is none of them"}
            <small>Kept in the audit record. Then save again.</small>
          </span>
        </label>
      </div>
    </div>
  );
}
