import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { Held } from "#web/kit/Held.tsx";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { whoTells } from "../incident/incident.labels.ts";
import { PostDialog } from "../incident/parts.tsx";
import { siteCycle, siteKinds } from "./site.labels.ts";
import type { Site } from "./site.model.ts";

function SiteItem({ site }: { site: Site }) {
  const act = useMutationAction("incidents");
  return (
    <li className="grid gap-1 border-b border-hair pb-2">
      <span className="flex flex-wrap items-center gap-2">
        <b>{site.name}</b>
        <span className="text-13 text-t2">{siteKinds[site.kind]}</span>
        <StatusBadge statuses={siteCycle.statuses} status={site.status} />
        <span className="flex gap-2 ml-auto no-print">
          {site.actions.map((action) => (
            <button
              key={action.name}
              type="button"
              className="btn btn-small"
              disabled={!action.enabled || act.isPending}
              title={action.reason ?? undefined}
              onClick={() =>
                act.mutate({
                  path: `/api/v1/incident-sites/${site.id}/actions/${action.name}`,
                  version: site.version,
                  body: {},
                })
              }
            >
              {action.label}
              <span className="visually-hidden">: {site.name}</span>
            </button>
          ))}
        </span>
      </span>
      <span className="text-13 text-t2">
        {[site.address, site.hours, site.about].filter(Boolean).join(" · ")}
      </span>
      <span className="text-12 text-t2">
        Written by {site.writtenBy ?? "the system"}
        {site.publishedBy && `, published by ${site.publishedBy}`}
      </span>
    </li>
  );
}

function WriteDialog({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Add a place"
      description="Another person publishes it on the citizen portal."
      path={`/api/v1/incidents/${incidentId}/sites`}
      submit="Keep as a draft"
      nouns={["incidents"]}
      values={{
        kind: "shelter",
        name: "",
        address: "",
        hours: "",
        about: "",
        latitude: "",
        longitude: "",
      }}
      bodyOf={({ latitude, longitude, ...values }) => ({
        ...values,
        latitude: latitude === "" ? null : latitude,
        longitude: longitude === "" ? null : longitude,
      })}
      onClose={onClose}
    >
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(siteKinds)} />
        <TextField name="name" label="Name" required maxLength={200} />
      </FormRow>
      <TextField name="address" label="Where" required maxLength={300} />
      <TextField name="hours" label="Hours" maxLength={200} />
      <TextArea name="about" label="What people should know" rows={2} maxLength={2000} />
      <FormRow>
        <TextField name="latitude" label="Latitude" />
        <TextField name="longitude" label="Longitude" />
      </FormRow>
    </PostDialog>
  );
}

/** Shelters, closures and points of an incident, as list and on the map. */
export function SitesPanel({ incidentId, mayTell }: { incidentId: string; mayTell: boolean }) {
  const [writing, setWriting] = useState(false);
  const found = useGet<{ items: Site[] }>("incidents", `/api/v1/incidents/${incidentId}/sites`);
  if (found.error) return <ErrorPanel error={found.error} what="The public places" />;
  const sites = found.data?.items ?? [];
  const placed = sites.flatMap(({ id, name, address, latitude, longitude, status }) =>
    latitude === null || longitude === null || status === "ended"
      ? []
      : [{ id, label: name, about: address, href: null, accuracy: 30, latitude, longitude }],
  );
  return (
    <Panel title="Shelters, closures, distribution points">
      <Held may={mayTell} what="Add a place" who={whoTells}>
        <button
          type="button"
          className="btn justify-self-start no-print"
          onClick={() => setWriting(true)}
        >
          Add a place
        </button>
      </Held>
      <ul className="grid gap-2">
        {sites.map((site) => (
          <SiteItem key={site.id} site={site} />
        ))}
      </ul>
      {found.data && sites.length === 0 && (
        <p className="text-t2">Nothing is open to the public for this incident.</p>
      )}
      {placed.length > 0 && <AgencyMap label="Places open to the public" points={placed} />}
      {writing && <WriteDialog incidentId={incidentId} onClose={() => setWriting(false)} />}
    </Panel>
  );
}
