import { useEffect } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";

function OpenRecord({ tag }: { tag: string }) {
  const navigate = useNavigate();
  const found = useGet<{ to: string }>("assets", `/api/v1/labels/${encodeURIComponent(tag)}`);
  const to = found.data?.to;
  useEffect(() => {
    if (to) void navigate(to, { replace: true });
  }, [to, navigate]);
  if (found.isError)
    return (
      <div className="stack">
        <ErrorPanel error={found.error} what="What this label names" />
        <div className="flex flex-wrap gap-3">
          <Link className="btn" to={pathTo("assets")}>
            All assets
          </Link>
          <Link className="btn" to={pathTo("inventory")}>
            Inventory
          </Link>
        </div>
      </div>
    );
  return <RecordSkeleton />;
}

function Report({ tag }: { tag: string }) {
  const to = `/citizen-portal?${new URLSearchParams({ tag })}`;
  useEffect(() => window.location.replace(to), [to]);
  return (
    <p className="p-6">
      <a href={to}>Report something about {tag}</a>
    </p>
  );
}

/** /label/:tag: what the code of a label opens: the record for the agency's people, else the report. */
export default function LabelPage() {
  const { tag = "" } = useParams();
  const { session } = useAuth();
  return session ? <OpenRecord tag={tag} /> : <Report tag={tag} />;
}
