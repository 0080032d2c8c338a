import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { readDemoMail } from "./authRequest.ts";

type Letter = {
  id: string;
  kind: string;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  createdAt: Instant;
};

function LetterText({ letter, timeZone }: { letter: Letter; timeZone: string }) {
  return (
    <article className="panel" aria-label={letter.subject}>
      <header className="!block">
        <h2 className="!text-18">{letter.subject}</h2>
        <p className="mt-1 text-13 text-t3">
          To {letter.toAddress} · {formatInstant(letter.createdAt, timeZone)}
        </p>
      </header>
      <div className="panel-body grid gap-4 text-16">
        {letter.bodyText.split("\n\n").map((part) =>
          letter.link && part.endsWith(letter.link) ? (
            <p key={part}>
              <a className="btn btn-primary" href={letter.link}>
                {part.split(":\n")[0]}
              </a>
            </p>
          ) : (
            <p key={part} className="max-w-[62ch] whitespace-pre-line break-words text-t2">
              {part}
            </p>
          ),
        )}
      </div>
    </article>
  );
}

/**
 * /mail: in demo mode, letters that would have been mailed. Not there when a mail server is set or
 * demo mode is off.
 */
export default function DemoMail() {
  const { timeZone } = useAgency();
  const letters = useQuery({
    queryKey: ["demo-mail"],
    queryFn: () => readDemoMail<{ items: Letter[] }>(),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const open = letters.data?.items.find((each) => each.id === chosen) ?? letters.data?.items[0];
  return (
    <div className="mx-auto max-w-[1120px] px-6 py-6">
      <header className="mb-8 flex flex-wrap items-center gap-4">
        <span className="-ml-4">
          <Brand href="/" />
        </span>
        <button type="button" className="btn ml-auto" onClick={() => void letters.refetch()}>
          Fetch new letters
        </button>
      </header>
      <main id="main" className="grid grid-cols-1 gap-5">
        <div>
          <h1>Demo mail</h1>
          <p className="mt-1 max-w-[68ch] text-t2">
            No mail server is set, so letters stay here. You see those to your own address, to
            addresses that this browser signed up, and those that your agency sent. Set
            LEVEE_SMTP_URL to send them.
          </p>
        </div>
        {letters.isPending && <TableSkeleton columns={2} />}
        {letters.isError && (
          <ErrorPanel
            error={letters.error}
            what="The letters"
            onRetry={() => void letters.refetch()}
          />
        )}
        {letters.data?.items.length === 0 && (
          <EmptyState kind="first-use" title="No letters yet">
            Sign up or ask for a new password, and the letter appears here.
          </EmptyState>
        )}
        {open && (
          <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[320px_minmax(0,1fr)]">
            <ul className="panel max-h-[70vh] overflow-y-auto">
              {letters.data?.items.map((each) => (
                <li key={each.id} className="border-b border-hair last:border-0">
                  <button
                    type="button"
                    aria-pressed={each.id === open.id}
                    className="flex w-full gap-3 px-4 py-3 text-left hover:bg-s2 aria-pressed:bg-s2"
                    onClick={() => setChosen(each.id)}
                  >
                    <Mail className="mt-0.5 text-t3" aria-hidden="true" />
                    <span className="min-w-0">
                      <b className="block truncate font-medium">{each.subject}</b>
                      <span className="block truncate text-13 text-t3">{each.toAddress}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <LetterText letter={open} timeZone={timeZone} />
          </div>
        )}
      </main>
    </div>
  );
}
