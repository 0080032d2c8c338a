import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { submittalTurns } from "./submittal.labels.ts";
import type { SubmittalTurn } from "./submittal.model.ts";

type Props = {
  turns: readonly SubmittalTurn[];
  onOpen: (fileId: string) => void;
};

/** What the sides did of a submittal, revision after revision, with the files of each. */
export function SubmittalTurns({ turns, onOpen }: Props) {
  const { timeZone } = useAgency();
  return (
    <ol className="grid gap-3">
      {turns.map((turn, at) => (
        <li key={at} className="panel p-4">
          <p className="text-12 text-t2">
            {submittalTurns[turn.kind]}, revision {turn.revision}: {turn.byName},{" "}
            {formatInstant(turn.at, timeZone)}
          </p>
          {turn.says && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{turn.says}</p>}
          {turn.files.map((file) => (
            <button
              key={file.id}
              type="button"
              className="mr-3 text-link"
              onClick={() => onOpen(file.id)}
            >
              {file.name}
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}
