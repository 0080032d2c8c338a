import { Circle, CircleCheck } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { QuickStarts } from "./quick-start.model.ts";

function Start({ start }: { start: QuickStarts["items"][number] }) {
  const done = start.steps.filter((step) => step.done).length;
  return (
    <Panel title={start.title}>
      <p className="mb-2 text-13 text-t2">
        {done} of {start.steps.length} done
      </p>
      <ol className="divide-y divide-hair">
        {start.steps.map((step) => (
          <li key={step.id} className="flex items-start gap-3 py-3">
            {step.done ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
            ) : (
              <Circle className="mt-0.5 size-5 shrink-0 text-t3" aria-hidden="true" />
            )}
            <span className="min-w-0 flex-1">
              <Link className="font-medium" to={step.href}>
                {step.label}
              </Link>
              <span className="visually-hidden">{step.done ? ", done" : ", to do"}</span>
              <p className="text-13 text-t2">{step.about}</p>
              <a className="text-13" href={step.guide}>
                How it goes<span className="visually-hidden">: {step.label}</span>
              </a>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function SearchGuide() {
  const [text, setText] = useState("");
  const search = (event: FormEvent) => {
    event.preventDefault();
    window.location.assign(`/documentation?q=${encodeURIComponent(text.trim())}`);
  };
  return (
    <form className="flex max-w-[520px] gap-2" role="search" onSubmit={search}>
      <input
        className="field-control"
        type="search"
        aria-label="Search the guide"
        placeholder="Ask the guide"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn" disabled={text.trim() === ""}>
        Search
      </button>
    </form>
  );
}

function Starts() {
  const read = useGet<QuickStarts>("quick-starts", "/api/v1/quick-starts");
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return (
      <ErrorPanel error={read.error} what="The quick starts" onRetry={() => void read.refetch()} />
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {read.data.items.map((start) => (
        <Start key={start.id} start={start} />
      ))}
    </div>
  );
}

/** /docs: the first things of one's own duties, and the guide. */
export default function Docs() {
  const { me } = useAuth();
  return (
    <div className="grid min-w-0 gap-4">
      <h1>Guide for your role</h1>
      <p className="max-w-[70ch] text-t2">
        What people with your role and duties do first. A step is done when your own records say so.
        Everything else stands in the <a href="/documentation">guide</a>.
      </p>
      <SearchGuide />
      {me?.kind === "member" && <Starts />}
    </div>
  );
}
