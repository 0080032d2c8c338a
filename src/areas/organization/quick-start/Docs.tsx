import { useState, type FormEvent } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { QuickStarts } from "./quick-start.model.ts";
import { StepList } from "./StepList.tsx";

function Start({ start }: { start: QuickStarts["items"][number] }) {
  const done = start.steps.filter((step) => step.done).length;
  return (
    <Panel title={start.title}>
      <p className="mb-2 text-13 text-t2">
        {done} of {start.steps.length} done
      </p>
      <StepList steps={start.steps} />
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
