import { TriangleAlert } from "lucide-react";
import { Panel } from "#web/kit/states.tsx";

type Departure = { lines: readonly string[]; reason: string };

/** Where an award departs from the published criteria, and the reason: for all who sign or approve. */
export function DeparturePanel({ departure }: { departure: Departure | null | undefined }) {
  if (!departure) return null;
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2 text-warning">
          <TriangleAlert aria-hidden="true" className="size-4" />
          Departs from the published criteria
        </span>
      }
    >
      <ul className="grid gap-1">
        {departure.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2 text-13 text-t3">The reason (2 CFR 200.320(b)(2))</p>
      <p className="whitespace-pre-wrap break-words">{departure.reason}</p>
    </Panel>
  );
}
