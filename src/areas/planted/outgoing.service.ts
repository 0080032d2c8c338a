import { get } from "node:https";
import { request } from "undici";
export const planted = [get, request, fetch, globalThis.fetch];
