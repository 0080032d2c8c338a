import { useState } from "react";
import type { RightRow } from "#areas/organization/organization.public.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { RightList, rightName } from "../people/RightList.tsx";

const fits = (row: RightRow, words: string): boolean =>
  [row.personName, row.email, row.departmentName ?? "", rightName(row), row.giverName ?? ""]
    .join(" ")
    .toLowerCase()
    .includes(words.toLowerCase());

const mostShown = 200;

/** Every role above User and every duty held now, with giver, source, reason and last use. */
export function AllRights() {
  const [words, setWords] = useState("");
  const list = useGet<{ items: RightRow[] }>("rights", "/api/v1/rights");
  if (list.isPending) return <TableSkeleton columns={3} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="Rights" onRetry={() => void list.refetch()} />;
  const found = list.data.items.filter((row) => fits(row, words));
  return (
    <div className="grid gap-4">
      <label className="field max-w-[360px]">
        <span className="label">Find a person, department, right or giver</span>
        <input
          className="field-control"
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {found.length === 0 ? (
        <EmptyState kind="no-results" title="No such right">
          Change what you look for.
        </EmptyState>
      ) : (
        <RightList rights={found.slice(0, mostShown)} people />
      )}
      {found.length > mostShown && (
        <p className="text-13 text-t3">{found.length - mostShown} more: search for fewer.</p>
      )}
    </div>
  );
}
