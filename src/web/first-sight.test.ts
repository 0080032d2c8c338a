// A record that stands somewhere begins with its map and its photo: before facts, lists and permits.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, Fragment, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Sight } from "#areas/places/places.ui.tsx";

type Tab = { content: (record: object) => ReactNode };
const seen = vi.hoisted(() => ({ tabs: [] as Tab[] }));
vi.mock("#web/kit/record/RecordPage.tsx", () => ({
  RecordPage: ({ tabs }: { tabs: Tab[] }) => {
    seen.tabs = tabs;
    return null;
  },
}));
vi.mock("#web/auth/AuthProvider.tsx", () => ({
  useAuth: () => ({ can: () => true }),
  useAgency: () => ({ timeZone: "America/Chicago" }),
}));

/** The components of a tree in the order of the page, each opened only when the one before it was read. */
function* partsOf(node: ReactNode): Generator<{ type: unknown; props: object }> {
  if (Array.isArray(node)) for (const each of node as ReactNode[]) yield* partsOf(each);
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  if (typeof type === "string" || type === Fragment) yield* partsOf(props.children);
  else {
    yield { type, props };
    if (typeof type === "function" && type !== Sight)
      yield* partsOf((type as (given: object) => ReactNode)(props));
  }
}

function* take<T>(from: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const each of from) {
    yield each;
    taken += 1;
    if (taken === most) return;
  }
}

const record = {
  id: "one",
  name: "Pump B",
  title: "Pump B",
  service: "Pump B",
  location: "Lift station 7",
  address: "Lift station 7",
  latitude: 44.78,
  longitude: -93.4,
  photoId: "photo",
  position: null,
  actions: [],
  parts: [],
  disagreements: [],
  missing: [],
  similar: [],
  answers: [],
  additions: [],
  crew: [],
  occurredOn: "2026-11-01",
  category: "C",
  inspectedOn: null,
};

test.each([
  ["an asset", async () => import("#areas/assets/asset/AssetPage.tsx")],
  ["a work order", async () => import("#areas/assets/work-order/WorkOrderPage.tsx")],
  ["damage", async () => import("#areas/recovery/damage/DamagePage.tsx")],
  ["a service request", async () => import("#areas/engagement/service/ServicePage.tsx")],
])(
  "%s shows where it stands and its photo before anything else",
  async (_, page) => {
    const { default: Page } = await page();
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(MemoryRouter, null, createElement(Page)),
      ),
    );
    const [first, ...rest] = [...take(partsOf(seen.tabs[0]!.content(record)), 2)];
    // The tab's own part is opened first where it has one of its own.
    const sight = first?.type === Sight ? first : rest[0];
    expect(sight?.type).toBe(Sight);
    expect(sight?.props).toMatchObject({ latitude: 44.78, longitude: -93.4, photoId: "photo" });
  },
  240_000,
);
