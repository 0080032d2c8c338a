import type { Config } from "@react-router/dev/config";
import { publicPaths } from "./src/areas.ts";

export default {
  appDirectory: "src",
  ssr: false,
  prerender: publicPaths,
} satisfies Config;
