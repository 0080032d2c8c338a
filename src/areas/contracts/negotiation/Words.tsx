import { changeKinds, type ChangeKind } from "./negotiation.labels.ts";

type Piece = { kind: "same" | "gone" | "new"; text: string };
type Change = { kind: ChangeKind; before: string; after: string; around: string };

/**
 * A text with its marks: struck out what is gone, underlined what is new, both said in words for who
 * hears them. `side`: ours leaves the new out, theirs what is gone; both shows all.
 */
export function Words({
  pieces,
  side = "both",
}: {
  pieces: readonly Piece[];
  side?: "ours" | "theirs" | "both";
}) {
  return (
    <p className="whitespace-pre-wrap">
      {pieces.map(({ kind, text }, at) => {
        if (kind === "same") return <span key={at}>{text} </span>;
        if (kind === "gone")
          return side === "theirs" ? null : (
            <del key={at} className="font-medium text-danger line-through decoration-2">
              <span className="visually-hidden">taken out: </span>
              {text}{" "}
            </del>
          );
        return side === "ours" ? null : (
          <ins
            key={at}
            className="font-medium text-success underline decoration-2 underline-offset-2"
          >
            <span className="visually-hidden">put in: </span>
            {text}{" "}
          </ins>
        );
      })}
    </p>
  );
}

/** Every place where two texts differ, amounts, dates and negations first. */
export function Changes({ changes, label }: { changes: readonly Change[]; label: string }) {
  if (changes.length === 0) return <p className="text-13 text-t2">Word for word what was sent.</p>;
  return (
    <ul className="grid gap-1 text-13" aria-label={label}>
      {changes.map((change, at) => (
        <li key={at} className="flex flex-wrap gap-x-2">
          <b className="font-medium">{changeKinds[change.kind]}:</b>
          <span className="min-w-0">
            {change.around && <span className="text-t3">… {change.around} </span>}
            {change.before ? (
              <del className="line-through decoration-2">{change.before}</del>
            ) : (
              <span className="text-t3">(nothing)</span>
            )}
            {" → "}
            {change.after ? (
              <ins className="underline decoration-2 underline-offset-2">{change.after}</ins>
            ) : (
              <span className="text-t3">(nothing)</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
