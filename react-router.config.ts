import type { Config } from "@react-router/dev/config";
import { publicPages } from "./src/web/site/site.paths.ts";

export default {
  appDirectory: "src",
  // A build of its own folder each, beside those that servers use (bin/build.mjs).
  buildDirectory: process.env.LEVEE_BUILD_INTO ?? "build/loose",
  ssr: false,
  prerender: publicPages.map((page) => page.path),
} satisfies Config;
