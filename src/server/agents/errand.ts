import type { Proposal } from "#kernel/proposal.ts";
import type { EndpointName } from "../http/endpoint.ts";

/** The endpoint by which somebody is given something to do. */
export const errandEndpoint: EndpointName = "POST /api/v1/tasks";

/** What it is called for whoever would ask themselves. */
export const ownErrand = "Make it my task";

type Errand = {
  title: string;
  detail: string;
  link: string;
  /** Who shall do it, with their name; null for whoever accepts. */
  owner?: { id: string; name: string } | null;
};

/** Something for somebody to do: a task, in the name of whoever accepts it. */
export const errand = ({ title, detail, link, owner = null }: Errand): Proposal => ({
  label: owner ? `Ask ${owner.name}` : ownErrand,
  endpoint: errandEndpoint,
  params: {},
  body: {
    title: title.slice(0, 200),
    detail: detail.slice(0, 1000),
    link,
    ...(owner && { personId: owner.id }),
  },
  record: null,
  changes: [
    { label: "Who", path: null, from: "", to: owner?.name ?? "Whoever accepts" },
    { label: "What is to be done", path: "title", from: "", to: title.slice(0, 200) },
    { label: "Because", path: "detail", from: "", to: detail.slice(0, 1000) },
  ],
});
