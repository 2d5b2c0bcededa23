import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const root = import.meta.dirname;

// The browser's part. The service worker is our own (client/worker/sw.ts); Workbox only lists what to precache.
export default defineConfig({
  root: join(root, "client"),
  resolve: {
    alias: Object.fromEntries(
      ["videojs-vtt.js", "@videojs/xhr"].map((part) => [part, join(root, "client/player/no-text-tracks.ts")]),
    ),
  },
  plugins: [
    react(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "worker",
      filename: "sw.ts",
      injectRegister: false,
      manifest: {
        name: "Countersign",
        short_name: "Countersign",
        start_url: "/",
        display: "standalone",
        background_color: "#cfd9e0",
        theme_color: "#0b5a78",
        icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
      },
      injectManifest: { globPatterns: ["**/*.{js,css,html,svg,woff2,mp4}"], maximumFileSizeToCacheInBytes: 4_000_000 },
    }),
  ],
  build: {
    outDir: join(root, "dist/client"),
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(["/api", "/media", "/health"].map((path) => [path, "http://127.0.0.1:8787"])),
  },
});
