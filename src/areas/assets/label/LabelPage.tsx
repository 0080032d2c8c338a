import { useEffect } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";

function OpenAsset({ tag }: { tag: string }) {
  const navigate = useNavigate();
  const found = useGet<{ id: string }>("assets", `/api/v1/asset-labels/${encodeURIComponent(tag)}`);
  const id = found.data?.id;
  useEffect(() => {
    if (id) void navigate(pathTo("asset", { id }), { replace: true });
  }, [id, navigate]);
  if (found.isError)
    return (
      <div className="stack">
        <ErrorPanel error={found.error} what="The asset of this label" />
        <Link className="btn justify-self-start" to={pathTo("assets")}>
          All assets
        </Link>
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

/** /label/:tag: what the code of a label opens: the asset for the agency's people, else the report. */
export default function LabelPage() {
  const { tag = "" } = useParams();
  const { session } = useAuth();
  return session ? <OpenAsset tag={tag} /> : <Report tag={tag} />;
}
