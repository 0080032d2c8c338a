import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PermissionName } from "#roles.ts";
import { Held } from "../Held.tsx";
import { useKeyHint } from "../keys/useKeys.ts";
import { ExportMenu } from "./TableMenus.tsx";

/** The one thing that people come to create, and who may: whoever may not is told who does. */
export type Create = { label: string; to: string; permission?: PermissionName };

function CreateLink({ create }: { create: Create }) {
  const key = useKeyHint("list.create");
  return (
    <Link className="btn btn-primary" to={create.to}>
      <Plus aria-hidden="true" />
      {create.label}
      {key && (
        <kbd className="only-desktop" aria-hidden="true">
          {key}
        </kbd>
      )}
    </Link>
  );
}

/** Heading with count, export, and the one thing that people come to create. */
export function ListHead({
  title,
  total,
  capped,
  create,
  actions,
  exportOf,
}: {
  title: string;
  total: number | null;
  capped: boolean;
  create?: Create | undefined;
  actions?: ReactNode;
  exportOf?: { path: string; search: string };
}) {
  return (
    <div className="list-head">
      <h1>
        {title}
        {total !== null && (
          <span className="count">
            {total.toLocaleString("en-US")}
            {capped && "+"}
          </span>
        )}
      </h1>
      {actions}
      {exportOf && <ExportMenu path={exportOf.path} search={exportOf.search} many={capped} />}
      {create?.permission ? (
        <Held permission={create.permission} what={create.label}>
          <CreateLink create={create} />
        </Held>
      ) : (
        create && <CreateLink create={create} />
      )}
    </div>
  );
}
