import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import type { PracticeLetter } from "./sandbox.model.ts";

function Letter({ letter }: { letter: PracticeLetter }) {
  const { timeZone } = useAgency();
  return (
    <li className="border-b border-hair py-2 last:border-0">
      <details>
        <summary className="cursor-pointer">
          <b className="font-medium">{letter.subject}</b>{" "}
          <span className="text-13 text-t2">
            {`to ${letter.toAddress}, ${formatInstant(letter.createdAt, timeZone)}`}
          </span>
        </summary>
        <p className="mt-2 whitespace-pre-line">{letter.bodyText}</p>
        {letter.link && (
          <p className="mt-2 break-all">
            <a href={letter.link}>{letter.link}</a>
          </p>
        )}
      </details>
    </li>
  );
}

/** In a copy for practice: the letters that it kept, and how what was tried goes home. */
export function PracticePanel({ origin }: { origin: string }) {
  const got = useGet<{ items: PracticeLetter[] }>("practice-letters", "/api/v1/practice-letters");
  const letters = got.data?.items ?? [];
  return (
    <>
      <Panel title="Letters that stayed here">
        {got.isPending && <TableSkeleton columns={1} rows={3} label="Loading letters" />}
        {got.isError && <ErrorPanel error={got.error} what="Letters" />}
        {got.data && (
          <p className="text-t2">
            {letters.length === 0
              ? "Nothing was written yet. What the copy would send is kept here and goes to nobody."
              : `${counted(letters.length, "letter")} that went to nobody.`}
          </p>
        )}
        <ul>
          {letters.map((letter) => (
            <Letter key={letter.id} letter={letter} />
          ))}
        </ul>
      </Panel>
      <Panel title="Take home what you tried">
        <p className="text-t2">
          {`Records stay here and are deleted with the copy. What you wrote as a definition you export as a file from its page, and import in ${origin}:`}
        </p>
        <ul className="mt-2 grid gap-1">
          <li>
            <Link to="/approvals-inbox/policies">Approval policies</Link>
          </li>
          <li>
            <Link to="/workflow-designer">Workflows</Link>
          </li>
          <li>
            <Link to="/utility-form-filler">Forms and papers</Link>
          </li>
          <li>
            <Link to="/utilities/templates">Templates of letters</Link>
          </li>
        </ul>
      </Panel>
    </>
  );
}
