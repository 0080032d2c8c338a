import { createElement, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { islands } from "./islands.ts";

/**
 * Loads an island's component and lets React take over its HTML; resolves when its handlers are
 * there.
 */
export const hydrate = async (element: HTMLElement): Promise<void> => {
  const load = islands[element.dataset.island ?? ""];
  if (!load) throw new Error(`No island ${element.dataset.island}`);
  const part = (await load()).default as ComponentType<object>;
  await new Promise<void>((done) => {
    // identifierPrefix keeps ids that React makes apart between islands of one page.
    hydrateRoot(element, createElement(part, JSON.parse(element.dataset.props ?? "{}") as object), {
      identifierPrefix: element.dataset.island,
    });
    setTimeout(done, 0);
  });
  element.dataset.awake = "";
};
