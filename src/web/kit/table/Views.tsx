import { Plus } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "../queries.ts";
import { Dialog, Menu } from "../overlays.tsx";
import { notify } from "../Toasts.tsx";
import { viewShown } from "./filters.ts";

export type View = { id: string; name: string; query: string };
type SavedView = View & { shared: boolean; mine: boolean; version?: number };
const api = "/api/v1/saved-views";

function SaveDialog({
  list,
  query,
  open,
  onOpenChange,
  onSaved,
}: {
  list: string;
  query: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (view: SavedView) => void;
}) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const { can } = useAuth();
  const save = useMutationAction<SavedView>("saved-views");
  const submit = () =>
    save.mutate(
      { path: api, body: { list, name: name.trim(), query, shared } },
      {
        onSuccess: (view) => {
          onOpenChange(false);
          setName("");
          onSaved(view);
        },
        onError: (error) => notify.failed("The view was not saved", error),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Save this view"
      description="Keeps the search, the filters and the sorting under a name."
      footer={
        <>
          <button type="button" className="btn" onClick={() => onOpenChange(false)}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={!name.trim() || save.isPending}
            onClick={submit}
          >
            Save view
          </button>
        </>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) submit();
        }}
      >
        <label className="field">
          <span className="label">Name</span>
          <input
            className="field-control"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {can("view.share") && (
          <label className="check">
            <input
              type="checkbox"
              checked={shared}
              onChange={(event) => setShared(event.target.checked)}
            />
            <span>Share with everyone in the agency</span>
          </label>
        )}
      </form>
    </Dialog>
  );
}

type ViewsProps = {
  list: string;
  /** Name of the list without any filter. */ whole?: string | undefined;
  builtIn: readonly View[];
  current: string;
  viewId: string | null;
  total: number | null;
  onOpen: (view: View | null) => void;
};

/**
 * The list's views as tabs: all, those of the screen, those people saved. A dot marks a view whose
 * filters were changed.
 */
export function Views({
  list,
  whole = "All",
  builtIn,
  current,
  viewId,
  total,
  onOpen,
}: ViewsProps) {
  const saved =
    useGet<{ items: SavedView[] }>("saved-views", `${api}?list=${encodeURIComponent(list)}`).data
      ?.items ?? [];
  const change = useMutationAction("saved-views");
  const [saving, setSaving] = useState(false);
  const all: View = { id: "", name: whole, query: "" };
  const views: readonly View[] = [all, ...builtIn, ...saved];
  const { view: named, modified } = viewShown(views.slice(1), viewId, current);
  const open = named ?? all;
  const own = saved.find((view) => view.id === open.id && view.mine);
  const update = () =>
    own &&
    change.mutate(
      {
        method: "PATCH",
        path: `${api}/${own.id}`,
        body: { query: current },
        ...(own.version === undefined ? {} : { version: own.version }),
      },
      { onError: (error) => notify.failed("The view was not saved", error) },
    );
  const remove = () =>
    own &&
    change.mutate(
      {
        method: "DELETE",
        path: `${api}/${own.id}`,
        ...(own.version === undefined ? {} : { version: own.version }),
      },
      {
        onSuccess: () => onOpen(null),
        onError: (error) => notify.failed("The view was not deleted", error),
      },
    );
  return (
    <nav className="tabs" aria-label="Views">
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className="tab"
          aria-current={view === open ? "page" : undefined}
          onClick={() => onOpen(view)}
        >
          {view.name}
          {view === open && total !== null && (
            <span className="count">{total.toLocaleString("en-US")}</span>
          )}
          {view === open && modified && (
            <>
              <span className="modified" aria-hidden="true" />
              <span className="visually-hidden">changed</span>
            </>
          )}
        </button>
      ))}
      {modified && (
        <button type="button" className="tab" onClick={() => setSaving(true)}>
          <Plus aria-hidden="true" />
          Save view
        </button>
      )}
      {own && (
        <Menu
          align="start"
          label="View"
          trigger={
            <button
              type="button"
              className="tab text-t3"
              aria-label={`Change the view ${own.name}`}
            >
              …
            </button>
          }
          entries={[
            { label: "Save changes", disabled: !modified, onSelect: update },
            { label: "Reset", disabled: !modified, onSelect: () => onOpen(own) },
            { label: "Delete view", danger: true, onSelect: remove },
          ]}
        />
      )}
      <SaveDialog
        list={list}
        query={current}
        open={saving}
        onOpenChange={setSaving}
        onSaved={onOpen}
      />
    </nav>
  );
}
