import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "#web/kit/states.tsx";
import { mergeFields, type MergeField } from "./merge.labels.ts";
import type { MergeOutlook, MergeSide } from "./merge.model.ts";

/** What is under way and has to end before two records can be merged. */
export function Blocks({ blocks }: { blocks: MergeOutlook["blocks"] }) {
  if (blocks.length === 0) return null;
  return (
    <div className="notice tone-warning" role="status">
      <TriangleAlert aria-hidden="true" />
      <div className="grid gap-2">
        <strong>Something is under way</strong>
        <ul className="grid gap-1">
          {blocks.map((block) => (
            <li key={block.sentence}>
              {block.sentence} <Link to={block.href}>Open it</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What moves to the record that stays, and what stays with the merged one, with the lists. */
export function Moves({ outlook }: { outlook: MergeOutlook }) {
  const { kept, merged, moves, stays } = outlook;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Panel title={`Moves to ${kept.number}`}>
        {moves.length === 0 && <p className="text-t3">Nothing hangs on {merged.number}.</p>}
        <ul className="grid gap-1 text-14">
          {moves.map(({ label, count, href }) => (
            <li key={label} className="flex justify-between gap-4">
              {href ? <Link to={href}>{label}</Link> : <span>{label}</span>}
              <span className="mono">{count}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={`Stays with ${merged.number}`}>
        {stays.length === 0 && <p className="text-t3">Nothing.</p>}
        <ul className="grid gap-2 text-14">
          {stays.map(({ label, count, why }) => (
            <li key={label}>
              <span className="flex justify-between gap-4">
                {label}
                <span className="mono">{count}</span>
              </span>
              <small className="text-t3">{why}</small>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

const shown = (text: string | undefined) => text || "nothing";

/** Both records field by field; `taken` are the fields that take the merged record's value. */
export function Fields({
  kept,
  merged,
  taken,
  onTake,
}: {
  kept: MergeSide;
  merged: MergeSide;
  taken: readonly MergeField[];
  onTake?: (field: MergeField, from: "kept" | "merged") => void;
}) {
  const names = Object.keys(mergeFields) as MergeField[];
  const differing = names.filter((field) => kept.values[field] !== merged.values[field]);
  if (differing.length === 0) return <p className="text-t2">Both records say the same.</p>;
  return (
    <div className="grid gap-3">
      {differing.map((field) => (
        <fieldset
          key={field}
          className="grid gap-2 border-b border-hair pb-3 md:grid-cols-[10rem_1fr_1fr]"
        >
          <legend className="visually-hidden">{mergeFields[field]}</legend>
          <span className="text-t2" aria-hidden="true">
            {mergeFields[field]}
          </span>
          {([kept, merged] as const).map((side, at) => {
            const from = at === 0 ? "kept" : "merged";
            const chosen = taken.includes(field) === (from === "merged");
            return onTake ? (
              <label key={side.id} className="check min-w-0">
                <input
                  type="radio"
                  name={`take-${field}`}
                  checked={chosen}
                  onChange={() => onTake(field, from)}
                />
                <span className="break-words">
                  {shown(side.values[field])}
                  <small>{side.number}</small>
                </span>
              </label>
            ) : (
              <span
                key={side.id}
                className={chosen ? "font-medium break-words" : "text-t3 break-words"}
              >
                {chosen ? shown(side.values[field]) : <del>{shown(side.values[field])}</del>}
                <small className="ml-2 whitespace-nowrap text-t3">{side.number}</small>
              </span>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
