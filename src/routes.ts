import {
  layout,
  route,
  index,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";
import { pages, workbenchPages } from "./areas.ts";

type Declared = { id: string; path: string; file: string; access: unknown; frame?: string };

const toRoute = (page: Declared): RouteConfigEntry =>
  page.path === "/"
    ? index(page.file, { id: page.id })
    : route(page.path.slice(1), page.file, { id: page.id });

const declared: readonly Declared[] =
  process.env.LEVEE_DEV === "on" ? [...pages, ...workbenchPages] : pages;

export default [
  layout(
    "web/site/SiteLayout.tsx",
    declared.filter((page) => page.access === "public").map(toRoute),
  ),
  layout("web/shell/AppFrame.tsx", [
    layout(
      "web/shell/Shell.tsx",
      declared.filter((page) => page.access !== "public" && page.frame !== "bare").map(toRoute),
    ),
    ...declared.filter((page) => page.access !== "public" && page.frame === "bare").map(toRoute),
    route("*", "web/shell/NotFound.tsx"),
  ]),
] satisfies RouteConfig;
