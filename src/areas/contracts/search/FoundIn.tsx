import type { Contract } from "../contract/contract.model.ts";

/** Where in a contract's files the words were found. */
export function FoundIn({ passage }: Pick<Contract, "passage">) {
  if (!passage) return null;
  const parts = passage.text.split(/⟦(.*?)⟧/s);
  return (
    <small className="block whitespace-normal pb-1 text-12 font-normal text-t2 [overflow-wrap:anywhere]">
      <span className="text-t3">{passage.file}:</span> …
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <mark key={at} className="bg-transparent font-semibold text-warning">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
      …
    </small>
  );
}
