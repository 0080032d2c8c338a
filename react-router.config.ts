import type { Config } from "@react-router/dev/config";
import { publicPages } from "./src/web/site/site.paths.ts";

export default {
  appDirectory: "src",
  ssr: false,
  prerender: publicPages.map((page) => page.path),
} satisfies Config;
