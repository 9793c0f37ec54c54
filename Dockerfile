# docker build --tag steward .                       the watch of failed deliveries
# docker build --target commands --tag jr .          the commands alone
ARG NODE=24

FROM node:${NODE}-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /package

FROM node:${NODE}-alpine AS commands
COPY --from=build /package /package
RUN npm install --global --offline --ignore-scripts /package/*.tgz && rm -r /package
# The user of the image, not root; configuration and state are below its home directory.
USER node
WORKDIR /home/node
ENTRYPOINT ["jr"]

FROM commands AS watch
RUN mkdir -p .local/state/steward
VOLUME ["/home/node/.local/state"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8787/healthz"]
CMD ["watch", "webhook", "get-failed", "--listen", "8787", "--resume", ".local/state/steward/failed.place"]
