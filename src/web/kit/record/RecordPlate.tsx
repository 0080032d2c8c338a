import type { ReactNode } from "react";

/** Number, status, owner: the same everywhere, also in print. */
export function RecordPlate({
  number,
  owner,
  children,
}: {
  number: string;
  owner?: string | null;
  children?: ReactNode;
}) {
  return (
    <span className="plate">
      <span className="plate-number">{number}</span>
      {children}
      {owner && (
        <span className="truncate text-t2">
          <span className="visually-hidden">Owner: </span>
          {owner}
        </span>
      )}
    </span>
  );
}
