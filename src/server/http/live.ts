import type { FastifyRequest } from "fastify";
import type { Html } from "#kernel/html.ts";
import type { App } from "../app.ts";
import { lateOf, type Late } from "../db/standby/late.ts";

/** What a public page shows of the database now: markup by the name of its place. */
export type LiveParts = Record<string, Html>;

/**
 * Gives the parts of one public page for this request; asked for each time the page is read. Only
 * what an agency has published may stand in it.
 */
export type LivePage = ((app: App, request: FastifyRequest) => Promise<LiveParts>) & {
  /** It may come from a standby. */
  mayLag?: true;
  /** Everybody reads the same, so that it is packed once until it changes. */
  everybody?: true;
};

/** A page whose parts are the same for everybody. */
export const forEverybody = (page: LivePage): LivePage => Object.assign(page, { everybody: true });

/** A page of which what it reads by `late` may come from a standby. */
export const mayLag = (
  page: (late: Late, request: FastifyRequest, app: App) => Promise<LiveParts>,
): LivePage =>
  Object.assign((app: App, request: FastifyRequest) => page(lateOf(app.database), request, app), {
    mayLag: true as const,
  });

/**
 * Puts the parts into the places that the build left (`<div data-live="name"></div>`); a part
 * without a place is a mistake of ours.
 */
export const fillLive = (text: string, parts: LiveParts): string =>
  Object.entries(parts).reduce((page, [name, part]) => {
    const place = `data-live="${name}">`;
    const at = page.indexOf(place);
    if (at < 0) throw new Error(`the page has no place for ${name}`);
    return page.slice(0, at + place.length) + part.text + page.slice(at + place.length);
  }, text);
