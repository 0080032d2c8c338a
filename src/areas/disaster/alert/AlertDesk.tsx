import { useState } from "react";
import { formatInstant, timeAgo } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { AlertFinding } from "./AlertFinding.tsx";
import { AlertTable } from "./AlertTable.tsx";
import type { Feed, UnreadMessage } from "./alert.model.ts";
import { Rules } from "./RuleList.tsx";

type Taken = { taken: number; known: number; unread: string[] };

function Paste() {
  const take = useMutationAction<Taken>("weather-alerts", "incidents");
  const [text, setText] = useState("");
  const send = () =>
    take.mutate(
      { path: "/api/v1/weather-alerts/messages", body: { text } },
      {
        onSuccess: () => setText(""),
        onError: (error) => notify.failed("Nothing was taken in", error),
      },
    );
  return (
    <Panel title="Import messages">
      <label className="field">
        <span className="label">Message as CAP 1.2, Atom of CAP, or GeoJSON</span>
        <textarea
          className="field-control mono"
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className="field">
        <span className="label">Or a file</span>
        <input
          type="file"
          accept=".xml,.cap,.json,.geojson"
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      </label>
      <button
        type="button"
        className="btn btn-primary justify-self-start"
        disabled={text.length < 2 || take.isPending}
        onClick={send}
      >
        Take in
      </button>
      {take.data && (
        <div role="status">
          <p>
            {take.data.taken} taken in, {take.data.known} known already.
          </p>
          <ul className="text-13 text-danger">
            {take.data.unread.map((problem) => (
              <li key={problem}>Kept, but not read: {problem}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function Feeds() {
  const { can } = useAuth();
  const feeds = useGet<{ items: Feed[] }>("alert-feeds", "/api/v1/alert-feeds");
  const act = useMutationAction("alert-feeds");
  const [adding, setAdding] = useState(false);
  return (
    <Panel title="Feeds">
      <ul className="grid gap-2">
        {(feeds.data?.items ?? []).map((feed) => (
          <li key={feed.id} className="flex flex-wrap items-center gap-2">
            <b>{feed.name}</b>
            <span className="text-13 text-t2 [overflow-wrap:anywhere]">{feed.address}</span>
            <span className="text-13">
              {feed.message ??
                (feed.lastOkAt
                  ? `answered ${timeAgo(feed.lastOkAt, Date.now())}`
                  : "not asked yet")}
            </span>
            {can("alert.configure") && (
              <button
                type="button"
                className="btn btn-small ml-auto"
                onClick={() =>
                  act.mutate({
                    path: `/api/v1/alert-feeds/${feed.id}/actions/${feed.active ? "pause" : "resume"}`,
                  })
                }
              >
                {feed.active ? "Pause" : "Go on"}
              </button>
            )}
          </li>
        ))}
      </ul>
      {feeds.data?.items.length === 0 && (
        <p className="text-t2">
          No feed is read. The National Weather Service answers at
          api.weather.gov/alerts/active?area=MN.
        </p>
      )}
      {can("alert.configure") && (
        <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
          Add a feed
        </button>
      )}
      {adding && (
        <PostDialog
          title="Add a feed"
          description="Read every minute. One that is down stops no other."
          path="/api/v1/alert-feeds"
          submit="Add"
          nouns={["alert-feeds"]}
          values={{ name: "", address: "https://" }}
          onClose={() => setAdding(false)}
        >
          <TextField name="name" label="Name" required maxLength={120} />
          <TextField name="address" label="Address" required maxLength={500} />
        </PostDialog>
      )}
    </Panel>
  );
}

/** What came and could not be read: it is kept as it came, and somebody has to look. */
function Unread() {
  const { timeZone } = useAgency();
  const found = useGet<{ items: UnreadMessage[] }>("weather-alerts", "/api/v1/alert-feeds/unread");
  const items = found.data?.items ?? [];
  if (!items.length) return null;
  return (
    <Panel title={`Kept, but not read: ${items.length}`}>
      <ul className="grid gap-2">
        {items.map((each) => (
          <li key={each.id}>
            {formatInstant(each.receivedAt, timeZone)},{" "}
            {each.source === "feed" ? "by a feed" : "pasted in"}: {each.problem}
            <p className="mono text-13 text-t2 [overflow-wrap:anywhere]">{each.beginning}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Warnings, where they come from, and what is done about them. */
export default function AlertDesk() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Weather alerts</h1>
      <Tabs
        label="Weather alerts"
        tabs={[
          {
            id: "alerts",
            label: "Alerts",
            content: () => (
              <div className="stack">
                <AlertFinding />
                <AlertTable />
              </div>
            ),
          },
          {
            id: "sources",
            label: "Sources",
            content: () => (
              <div className="stack">
                <Feeds />
                {can("alert.edit") && <Paste />}
                <Unread />
              </div>
            ),
          },
          { id: "rules", label: "Rules", content: () => <Rules /> },
        ]}
      />
    </div>
  );
}
