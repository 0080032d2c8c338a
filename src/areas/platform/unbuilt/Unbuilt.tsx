import { ArrowRight, Hammer } from "lucide-react";
import { Link, useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import { unbuiltTexts } from "./unbuilt.labels.ts";
import type { Unbuilt as Texts } from "./unbuilt-text.labels.ts";

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
        {!signedIn && (
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
 * Every address whose business screen is still to come: what it will do, and where to go
 * meanwhile.
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
