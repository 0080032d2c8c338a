import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { turnKinds } from "./rfi.labels.ts";
import type { Turn } from "./rfi.model.ts";

/** What the sides did of a question, in their order. */
export function Turns({ turns }: { turns: readonly Turn[] }) {
  const { timeZone } = useAgency();
  return (
    <ol className="grid gap-3">
      {turns.map((turn, at) => (
        <li key={at} className="panel p-4">
          <p className="text-12 text-t2">
            {turnKinds[turn.kind]}: {turn.byName}, {formatInstant(turn.at, timeZone)}
          </p>
          {turn.says && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{turn.says}</p>}
        </li>
      ))}
    </ol>
  );
}
