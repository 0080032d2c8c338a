import { ArrowRight, Hammer } from "lucide-react";
import { Link, useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { unbuiltTexts } from "./unbuilt.labels.ts";
import { recordKinds, type Unbuilt as Texts } from "./records.labels.ts";
import type { RecordCounts } from "./unbuilt.model.ts";

function Records({ kinds }: { kinds: Texts["records"] }) {
  const { data, error, isPending, refetch } = useGet<RecordCounts>(
    "record-counts",
    `/api/v1/record-counts?of=${[...kinds].sort().join(",")}`,
  );
  if (isPending)
    return (
      <div className="grid gap-2 p-4" role="status" aria-label="Counting records">
        {kinds.map((kind) => (
          <div key={kind} className="skeleton h-4 w-48" />
        ))}
      </div>
    );
  if (!data)
    return (
      <div className="p-4">
        <ErrorPanel error={error} what="The count of records" onRetry={() => void refetch()} />
      </div>
    );
  if (data.items.length === 0)
    return (
      <p className="p-4 text-t2">No records yet: you do not work in an agency that holds some.</p>
    );
  return (
    <ul>
      {data.items.map(({ kind, count, capped }) => (
        <li key={kind} className="border-t border-hair first:border-t-0">
          <Link
            to={recordKinds[kind].to}
            className="flex items-baseline justify-between gap-4 px-4 py-2 text-t1 hover:bg-s2"
          >
            <span>{recordKinds[kind].label}</span>
            <span className="num text-16 font-semibold">
              {count.toLocaleString("en-US")}
              {capped && " or more"}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Coming({ title, texts, signedIn }: { title: string; texts: Texts; signedIn: boolean }) {
  const [nearest, to] = texts.nearest;
  return (
    <div className="stack max-w-[920px]">
      <div>
        <h1>{title}</h1>
        <p className="mt-2 flex items-center gap-2 text-t2">
          <Hammer aria-hidden="true" />
          This screen is not built yet. Its address, name and access are already the final ones.
        </p>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Panel title="What it will do">
          <ul className="grid list-disc gap-2 pl-5 text-t2">
            {texts.does.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
        {signedIn ? (
          <Panel title="Records it already has" flush>
            <Records kinds={texts.records} />
          </Panel>
        ) : (
          <Panel title="Published here">
            <p className="text-t2">
              No agency has published anything on this page yet. What an agency publishes appears
              here for everyone; the rest is for its members.
            </p>
          </Panel>
        )}
      </div>
      {signedIn ? (
        <p className="flex flex-wrap items-center gap-3">
          <Link className="btn btn-primary" to={to}>
            {nearest}
            <ArrowRight aria-hidden="true" />
          </Link>
          <span className="text-13 text-t3">the nearest screen that works today</span>
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <Link className="btn btn-primary" to="/auth">
            Sign in
          </Link>
          <a className="btn" href="/">
            Home
          </a>
        </p>
      )}
    </div>
  );
}

/**
 * Every address whose business screen is still to come: what it will do, what it already has, where
 * to go meanwhile.
 */
export default function Unbuilt() {
  const { pathname } = useLocation();
  const { session } = useAuth();
  const page = pageAt(pathname);
  const texts = unbuiltTexts[page?.path ?? ""];
  return page && texts ? (
    <Coming title={page.title} texts={texts} signedIn={session !== null} />
  ) : null;
}
