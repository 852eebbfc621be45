# A host of a cluster under test: Legio's own image, and one key pair for all hosts. It stays on the machine that made it.
ARG BASE
FROM ${BASE}
RUN mkdir -p /root/.ssh \
 && ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519 \
 && cp /root/.ssh/id_ed25519.pub /root/.ssh/authorized_keys
