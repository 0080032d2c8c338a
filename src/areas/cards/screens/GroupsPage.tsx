import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { pathTo } from "#areas.ts";
import type { GroupRow } from "../card/group.model.ts";

const path = "/api/v1/card-groups";
const GroupDialog = dialogOnDemand(async () => (await import("./GroupDialog.tsx")).GroupDialog);
const texts = {
  publish: "From now on lines are watched by it, and cards can be kept to it.",
  retire: "Lines are watched by it no more. Cards that are kept to it buy in their other groups.",
};

const about = ({ codes, blocked }: GroupRow) => (
  <p className="text-13 text-t3">
    {codes}
    {blocked && "; blocked for every card that does not name it"}
  </p>
);

function Groups({ all, mayChange }: { all: readonly GroupRow[]; mayChange: boolean }) {
  const shown = all.filter(({ status }) => status !== "retired");
  const inForce = all.filter(({ status }) => status === "published").length;
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No group yet">
        A group is merchant category codes that belong together: what cards buy in, or what none
        does.
      </EmptyState>
    );
  return (
    <>
      <p>{counted(inForce, "group is", "groups are")} in force.</p>
      <DefinitionList
        path={path}
        what="category group"
        all={all}
        shown={shown}
        texts={texts}
        unchanging="Published versions never change."
        mayChange={mayChange}
        to={({ id }) => pathTo("cardGroup", { id })}
        edit="Change"
        about={about}
      />
    </>
  );
}

/** Groups of merchant category codes; `/:id` opens the form of one. */
export default function GroupsPage() {
  const { id } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState(false);
  const [closed, setClosed] = useState<string | undefined>();
  const list = useGet<{ items: GroupRow[] }>("card-groups", path, { first: true });
  const may = can("cards.administer");
  const opened = id === closed ? undefined : list.data?.items.find((group) => group.id === id);
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Category groups</h1>
        {may && (
          <button type="button" className="btn btn-primary" onClick={() => setAsked(true)}>
            <Plus aria-hidden="true" />
            New group
          </button>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={2} label="Loading the groups" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The groups" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Groups all={list.data.items} mayChange={may} />}
      {asked && <GroupDialog group={null} onClose={() => setAsked(false)} />}
      {opened && may && <GroupDialog group={opened} onClose={() => setClosed(id)} />}
    </div>
  );
}
