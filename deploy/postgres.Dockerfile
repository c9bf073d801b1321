# PostgreSQL with pgBackRest, as Debian has them: docs/containers.md.
ARG BASE=docker.io/library/debian:13-slim
FROM ${BASE}

RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql pgbackrest rsync \
    && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/*/main \
    && ln -s /usr/lib/postgresql/*/bin /usr/lib/postgresql/bin \
    && install -d -m 0700 -o postgres -g postgres /var/lib/postgresql/data \
    && install -d -m 0750 -o postgres -g postgres /mnt/backup \
    && install -d -m 0775 -o postgres -g postgres /run/postgresql \
    # As in the server's image: a new volume takes its owner from the first container that mounts it.
    && install -d -m 0700 -o 10001 -g 10001 /var/lib/mostrador
COPY pgbackrest.conf /etc/pgbackrest.conf
COPY --chmod=0755 postgres.sh backup.sh /usr/local/bin/

ENV PATH=/usr/lib/postgresql/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8
USER postgres
WORKDIR /var/lib/postgresql
EXPOSE 5432
# Connections are ended at once, and nothing that was committed waits.
STOPSIGNAL SIGINT
CMD ["postgres.sh"]
