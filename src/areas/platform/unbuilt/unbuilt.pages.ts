import type { Page } from "#kernel/access.ts";

type Access = Page["access"];
type Place = readonly [path: string, title: string];

/**
 * Addresses of the product whose business screen is still to come, with the access that the
 * specification gives them. The list only ever shrinks.
 */
const places: readonly (readonly [Access, readonly Place[]])[] = [];

/** True for the screen of an address whose own screen is still to come. */
export const unbuiltScreen = "unbuilt/Unbuilt.tsx";

/** One page per address, all drawn by the same screen. An area that brings the real one takes it off the list. */
export const unbuiltPages = Object.fromEntries(
  places.flatMap(([access, list]) =>
    list.map(([path, title]) => [
      `unbuilt:${path}`,
      { path, title, access, screen: unbuiltScreen },
    ]),
  ),
) as Readonly<Record<`unbuilt:${string}`, Page>>;
