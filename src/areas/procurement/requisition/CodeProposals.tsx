import { Tag } from "lucide-react";
import { useGet } from "#web/kit/queries.ts";
import { useSettled } from "../price/PriceHint.tsx";
import type { CodeProposal } from "./code-proposal.model.ts";

/**
 * Commodity codes for a line that names none, by the words of its description. Says nothing while
 * there are none.
 */
export function CodeProposals({
  description,
  onTake,
}: {
  description: string;
  onTake: (code: string) => void;
}) {
  const asked = useSettled(description.trim());
  const proposals =
    useGet<{ items: CodeProposal[] }>(
      "requisitions",
      `/api/v1/commodity-proposals?${new URLSearchParams({ description: asked }).toString()}`,
      { enabled: asked.length > 2 },
    ).data?.items ?? [];
  if (asked.length < 3 || proposals.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-1 text-13" role="group" aria-label="Proposed commodities">
      {proposals.map((p) => (
        <p key={p.code} className="flex flex-wrap items-center gap-x-2 text-t2">
          <Tag className="text-t3" aria-hidden="true" />
          <span className="min-w-0">
            <span className="mono">{p.code}</span> {p.name}
            {p.like && <span className="text-t3">, as “{p.like}”</span>}
          </span>
          <button
            type="button"
            className="text-link underline"
            aria-label={`Use commodity ${p.code}`}
            onClick={() => onTake(p.code)}
          >
            Use it
          </button>
        </p>
      ))}
    </div>
  );
}
