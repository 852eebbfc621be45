# A node of Slurm under test: a host, Slurm, munge (by which its daemons know each other), and environment-modules with
# empty modules in place of a site's own. n0 controls.
ARG BASE
FROM ${BASE}
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    slurmctld slurmd slurm-client munge environment-modules \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*
RUN head -c 1024 /dev/urandom > /etc/munge/munge.key \
 && chown munge:munge /etc/munge/munge.key && chmod 400 /etc/munge/munge.key \
 && printf '%s\n' ClusterName=legio SlurmctldHost=n0 AuthType=auth/munge SlurmUser=root SlurmdUser=root \
    StateSaveLocation=/var/spool/slurmctld SlurmdSpoolDir=/var/spool/slurmd ProctrackType=proctrack/linuxproc \
    TaskPlugin=task/none SelectType=select/linear MpiDefault=none SlurmdParameters=config_overrides \
    'NodeName=n[0-2] CPUs=2 State=UNKNOWN' 'PartitionName=all Nodes=ALL Default=YES State=UP' \
    > /etc/slurm/slurm.conf \
 && echo CgroupPlugin=disabled > /etc/slurm/cgroup.conf \
 && mkdir -p /var/spool/slurmctld /var/spool/slurmd /site/openmpi /site/java \
 && echo '#%Module1.0' | tee /site/openmpi/5 > /site/java/21
CMD ["sh", "-c", "mkdir -p /run/munge && chown munge /run/munge && setpriv --reuid munge --regid munge --clear-groups munged \
  && { [ $(hostname) != n0 ] || slurmctld; } && slurmd && ssh-keygen -A && exec /usr/sbin/sshd -D -e"]
